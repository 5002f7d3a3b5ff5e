//! Lines with a checksum: what a failure left of one, or made of it, shows.

use crate::seal::checksum;

/// The line of a text, which has no end of line in it.
pub fn sealed_line(text: &str) -> String {
    format!("{:08x} {text}\n", checksum(text.as_bytes()))
}

/// The text of a line, if it is whole.
pub fn unsealed_line(line: &str) -> Option<&str> {
    let (sum, text) = line.strip_suffix('\n')?.split_once(' ')?;
    let is_whole = u32::from_str_radix(sum, 16) == Ok(checksum(text.as_bytes()));
    is_whole.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_to_any_bit_shows() {
        let text = "a \"text\" ünd more";
        let whole = sealed_line(text);
        assert_eq!(unsealed_line(&whole), Some(text));
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let line = String::from_utf8(bytes);
            let found = line.as_ref().ok().and_then(|line| unsealed_line(line));
            // The checksum says the same in capital letters.
            assert!(found.is_none_or(|found| found == text), "bit {bit}");
        }
        assert_eq!(unsealed_line(&whole[..whole.len() - 1]), None);
    }
}
