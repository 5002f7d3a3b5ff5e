//! Words of shell.

/// A word as a shell reads it back.
pub(crate) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_shell_reads_every_word_back_as_it_was() {
        let words =
            ["", "a", "a b", "it's", "''", "$HOME `id` \\", "a\nb", "#!", "*?", "~", "-n", "é"];
        for word in words {
            let script = format!("printf %s. {}", quote(word));
            let output = Command::new("sh").arg("-c").arg(script).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{word}."));
        }
        assert_eq!(quote("/data/4x4.toml"), "/data/4x4.toml");
        assert_eq!(quote("it's"), r"'it'\''s'");
    }
}
