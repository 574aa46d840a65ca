//! What can be chosen on the page of a sheet: what is chosen most stands in one line, everything else in a menu, and what
//! differs from the usual is shown as chips that can be removed.

use crate::links::Choice;

/// A setting of a sheet: its choices as links.
pub(crate) struct Control {
    pub(crate) label: &'static str,
    pub(crate) choices: Vec<Choice>,
    /// Position of the choice that a sheet has unless another is asked for.
    usual: usize,
    is_menu: bool,
}

/// Letters of all choices together that a row of them in the line has at most; more are a menu.
const MOST_LETTERS: usize = 56;

impl Control {
    /// A setting of which the first choice is the usual one.
    pub(crate) fn new(label: &'static str, choices: Vec<Choice>) -> Control {
        Control { label, choices, usual: 0, is_menu: false }
    }

    /// The same setting with another usual choice.
    pub(crate) fn with_usual(self, usual: usize) -> Control {
        Control { usual, ..self }
    }

    /// The label of what is chosen; empty where that is none of the choices.
    pub(crate) fn value(&self) -> &str {
        self.choices.iter().find(|choice| choice.selected).map_or("", |choice| &choice.label)
    }

    /// The same setting as a menu, however short.
    pub(crate) fn into_menu(self) -> Control {
        Control { is_menu: true, ..self }
    }

    /// Whether it is no row of choices in the line, but a menu: it is asked to be, or too long.
    pub(crate) fn is_menu(&self) -> bool {
        self.is_menu || self.choices.iter().map(|choice| choice.label.chars().count()).sum::<usize>() > MOST_LETTERS
    }

    /// What leads back to the usual choice, where another is chosen.
    fn chip(&self) -> Option<Chip> {
        let chosen = self.choices.iter().position(|choice| choice.selected)?;
        let usual = self.choices.get(self.usual).filter(|_| chosen != self.usual)?;
        Some(Chip { label: self.label, value: self.choices[chosen].label.clone(), href: usual.href.clone() })
    }
}

/// A setting that is not as usual.
pub(crate) struct Chip {
    pub(crate) label: &'static str,
    pub(crate) value: String,
    /// The sheet without it.
    pub(crate) href: String,
}

/// Settings with nothing to choose but what is chosen are left out.
pub(crate) fn shown(controls: Vec<Control>) -> Vec<Control> {
    let is_one = |control: &Control| control.choices.iter().all(|choice| choice.selected);
    controls.into_iter().filter(|control| !is_one(control)).collect()
}

/// The chips of the settings in the menu.
pub(crate) fn chips(view: &[Control]) -> Vec<Chip> {
    view.iter().filter_map(Control::chip).collect()
}

/// A list to choose from in the menu's form.
pub(crate) struct Select {
    pub(crate) label: &'static str,
    pub(crate) name: &'static str,
    /// What stands for no choice; empty where one must be chosen.
    pub(crate) none: &'static str,
    pub(crate) options: Vec<SelectOption>,
}

/// One of its options.
pub(crate) struct SelectOption {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) selected: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(labels: &[&str], selected: Option<usize>) -> Control {
        let choice = |(at, label): (usize, &&str)| Choice::new(*label, format!("/{at}"), Some(at) == selected);
        Control::new("Sort", labels.iter().enumerate().map(choice).collect())
    }

    #[test]
    fn what_is_not_as_usual_is_a_chip() {
        let chip = |control: Control| chips(&[control]).pop().map(|chip| (chip.value, chip.href));
        assert_eq!(chip(control(&["a", "b"], Some(0))), None);
        assert_eq!(chip(control(&["a", "b"], Some(1))), Some(("b".to_owned(), "/0".to_owned())));
        assert_eq!(chip(control(&["a", "b"], None)), None);
        assert_eq!(chip(control(&["a", "b"], Some(1)).with_usual(1)), None);
        assert_eq!(chip(control(&["a", "b"], Some(0)).with_usual(1)), Some(("a".to_owned(), "/1".to_owned())));
    }

    #[test]
    fn long_rows_of_choices_are_menus_and_single_ones_nothing() {
        assert!(!control(&["pool", "chance", "dive", "charts"], None).is_menu());
        assert!(control(&["a", "b"], None).into_menu().is_menu());
        assert!(control(&["a long word, as it were", "another one", "and a third one, longer"], None).is_menu());
        assert_eq!(control(&["a", "b"], Some(1)).value(), "b");
        let all = shown(vec![control(&["a"], Some(0)), control(&[], None), control(&["a", "b"], None)]);
        assert_eq!(all.len(), 1);
        // A single one that isn't chosen leads elsewhere.
        assert_eq!(shown(vec![control(&["a"], None)]).len(), 1);
    }
}
