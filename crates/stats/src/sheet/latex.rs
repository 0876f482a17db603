//! Renders a sheet as a LaTeX table, for papers. It needs the packages `booktabs` and, for a table
//! longer than a page, a float of the reader's choice.

use super::table::{ColumnKind, Sheet};

impl Sheet {
    /// A `table` with the title as caption and the notes below.
    pub fn latex(&self) -> String {
        let alignment: String = self.kinds().into_iter().map(letter).collect();
        let mut text = format!(
            "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\
             \\label{{tab:{}}}\n\\begin{{tabular}}{{{alignment}}}\n\\toprule\n",
            escaped(&self.title),
            self.id
        );
        if self.has_groups() {
            let mut start = 1;
            let (mut names, mut rules) = (Vec::new(), String::new());
            for (name, columns) in &self.groups {
                let end = start + columns - 1;
                let name = escaped(name);
                names.push(format!("\\multicolumn{{{columns}}}{{c}}{{{name}}}"));
                if !name.is_empty() {
                    rules += &format!("\\cmidrule(lr){{{start}-{end}}}");
                }
                start = end + 1;
            }
            text += &format!("{} \\\\\n{rules}\n", names.join(" & "));
        }
        let line = |cells: Vec<String>| {
            let cells = cells.iter().map(|cell| escaped(cell));
            format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
        };
        text += &line(self.heads.clone());
        text += "\\midrule\n";
        text.extend(self.shown().into_iter().map(line));
        text += "\\bottomrule\n\\end{tabular}\n";
        for note in &self.notes {
            text += &format!("\\par\\smallskip\\footnotesize {}\n", escaped(note));
        }
        text + "\\end{table}\n"
    }
}

fn letter(kind: ColumnKind) -> char {
    match kind {
        ColumnKind::Words | ColumnKind::Code => 'l',
        ColumnKind::Numbers => 'r',
    }
}

/// Escapes the special characters of LaTeX, and writes mathematical signs as commands, which
/// every engine knows.
fn escaped(text: &str) -> String {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' | '>' | '|' => out += &format!("${c}$"),
            '−' => out += "$-$",
            '×' => out += "$\\times$",
            '≥' => out += "$\\geq$",
            '≤' => out += "$\\leq$",
            '∞' => out += "$\\infty$",
            '±' => out += "$\\pm$",
            '→' => out += "$\\to$",
            'Δ' => out += "$\\Delta$",
            'σ' => out += "$\\sigma$",
            '└' => out += "$\\llcorner$",
            '\u{a0}' => out.push('~'),
            '\u{202f}' => out += "\\,",
            '\u{2003}' => out += "\\quad ",
            '…' => out += "\\dots{}",
            c if RAISED.contains(c) => {
                let digit = RAISED.chars().position(|raised| raised == c).unwrap_or(0);
                let digit = "0123456789-".chars().nth(digit).unwrap_or(c);
                out += &format!("$^{{{digit}}}$");
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    // Neighbouring signs are one formula.
    out.replace("$$", "").replace("}^{", "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::SheetCell;

    #[test]
    fn a_table_has_rules_groups_and_no_active_characters() {
        let sheet = Sheet::new("w-b", "W & B, 100 %", ["W_1"])
            .group("both", ["share", "p"])
            .with_note("x < 10⁻⁵, − or ≥")
            .with_rows([vec![
                "#1".into(),
                SheetCell::Significant(-1.0 / 3.0, 2),
                SheetCell::Empty,
            ]]);
        let text = sheet.latex();
        for wanted in [
            "\\caption{W \\& B, 100 \\%}\n\\label{tab:w-b}",
            "\\begin{tabular}{lrr}\n\\toprule",
            "\\multicolumn{1}{c}{} & \\multicolumn{2}{c}{both} \\\\\n\\cmidrule(lr){2-3}",
            "W\\_1 & share & p \\\\\n\\midrule\n\\#1 & $-$0.33 &  \\\\\n\\bottomrule",
            "x $<$ 10$^{-5}$, $-$ or $\\geq$",
        ] {
            assert!(text.contains(wanted), "{wanted} in {text}");
        }
    }
}
