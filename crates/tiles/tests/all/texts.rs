//! Positions as text, read and written.

use antipode_tiles::{ParseError, Position, Size, parse};
use proptest::prelude::*;

const BOX: &str = "\
.---------------.
|.---..---..---.|
|| 6 || 4 || 7 ||
|.---..---..---.|
|.---..---.     |
|| 8 || 5 |     |
|.---..---.     |
|.---..---..---.|
|| 3 || 2 || 1 ||
|.---..---..---.|
.---------------.
";

/// The drawing of a position, as the reference makes it.
fn drawn(position: &Position) -> String {
    let size = position.size();
    let frame = format!(".{}.", "-".repeat(5 * size.width()));
    let mut lines = vec![frame.clone()];
    for y in 0..size.height() {
        let row: Vec<_> = (0..size.width()).map(|x| position.tile(y * size.width() + x)).collect();
        let line = |of: &dyn Fn(usize) -> String| {
            let cells = row.iter().map(|&tile| if tile == 0 { "     ".into() } else { of(tile) });
            format!("|{}|", cells.collect::<String>())
        };
        lines.push(line(&|_| ".---.".into()));
        lines.push(line(&|tile| format!("|{tile:^3}|")));
        lines.push(line(&|_| ".---.".into()));
    }
    lines.push(frame);
    lines.join("\n")
}

fn positions() -> impl Strategy<Value = Position> {
    let sizes: Vec<_> = (2..=8)
        .flat_map(|width| (2..=8).map(move |height| (width, height)))
        .filter_map(|(width, height)| Size::new(width, height).ok())
        .collect();
    proptest::sample::select(sizes).prop_flat_map(|size| {
        Just((0..size.cells()).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(move |tiles| Position::new(size, &tiles).unwrap())
    })
}

#[test]
fn a_drawing_takes_no_longer_than_its_length() {
    // In the square of its length this would take minutes.
    assert!(parse(&(".".repeat(1 << 21) + "|"), None).is_err());
}

proptest! {
    #[test]
    fn every_way_of_writing_a_position_reads_back(position in positions()) {
        let size = position.size();
        let tiles: Vec<_> = position.tiles().map(|tile| tile.to_string()).collect();
        let drawing = drawn(&position);
        let narrow = drawing.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(parse(&position.to_string(), None), Ok(position));
        prop_assert_eq!(parse(&position.to_string().replace('/', "\n"), None), Ok(position));
        prop_assert_eq!(parse(&tiles.join(" "), Some(size)), Ok(position));
        prop_assert_eq!(parse(&tiles.join(","), Some(size)), Ok(position));
        prop_assert_eq!(parse(&drawing, None), Ok(position));
        prop_assert_eq!(parse(&narrow, Some(size)), Ok(position));
        if size.cells() <= 10 {
            prop_assert_eq!(parse(&tiles.concat(), Some(size)), Ok(position));
        }
    }

    #[test]
    fn no_text_makes_reading_fail_otherwise_than_by_an_error(text in r"[-.| /0-9x\n]{0,60}") {
        let _ = parse(&text, None);
    }
}

#[test]
fn the_boxes_of_the_reference_are_read() {
    let start = parse("6 4 7/8 5 0/3 2 1", None).unwrap();
    assert_eq!(parse(BOX, None), Ok(start));
    // As it stands there, its lines run together and its gaps narrowed to a space.
    let narrow = ".---------------. |.---..---..---.| || 6 || 4 || 7 || |.---..---..---.| \
                  |.---..---. | || 8 || 5 | | |.---..---. | |.---..---..---.| || 3 || 2 || 1 || \
                  |.---..---..---.| .---------------.";
    assert_eq!(parse(narrow, None), Ok(start));
}

#[test]
fn what_is_wrong_with_a_text_is_told() {
    let told = |text: &str, size: Option<&str>| {
        parse(text, size.map(|size| size.parse().unwrap())).unwrap_err().to_string()
    };
    assert_eq!(told("8 2 0/4 6 1/3 7 x", None), "\"x\" is no number");
    assert_eq!(told("8 2 0/4 6/3 7 5", None), "row 2 is 2 wide, the row before 3");
    assert_eq!(
        told("1 2 3 4 5 6 7 0", None),
        "8 numbers make no square board: separate rows by `/`, or say the size"
    );
    assert_eq!(
        told("8 2 0/4 6 1/3 7 9", None),
        "9 in cell 9 is no tile; a 3x3 board has 0 (the blank) to 8, each once"
    );
    assert_eq!(
        told("8 2 0/4 6 1/3 7 8", None),
        "8 in cell 9 is there twice; a 3x3 board has 0 (the blank) to 8, each once"
    );
    assert_eq!(told("1 2 3/4 5 0", Some("2x3")), "this is a position of a 3x2 board, not of 2x3");
    assert_eq!(told("1 2/3 0", Some("3x3")), "this is a position of a 2x2 board, not of 3x3");
    assert_eq!(told("1 2 3", Some("2x2")), "a 2x2 board has 4 cells, and there are numbers for 3");
    assert!(matches!(parse("|| 1 |", None), Err(ParseError::Box(_))));
    assert_eq!(parse("", None), Err(ParseError::Shapeless(0)));
    assert_eq!(
        "1x9".parse::<Size>().unwrap_err().to_string(),
        "\"1x9\" is no size: write WxH, each at least 2, with at most 16 cells in all"
    );
}
