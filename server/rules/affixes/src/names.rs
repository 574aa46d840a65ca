//! Names built into all games of the family.
//!
//! Facts of the programs (list-elements.h), as text because edit files refer to them by name.

/// Elements: the flag of resistance, and those of immunity and vulnerability if they exist.
pub(crate) const ELEMENTS: &[(&str, Option<(&str, &str)>)] = &[
    ("RES_COLD", Some(("IM_COLD", "VULN_COLD"))),
    ("RES_ACID", Some(("IM_ACID", "VULN_ACID"))),
    ("RES_ELEC", Some(("IM_ELEC", "VULN_ELEC"))),
    ("RES_FIRE", Some(("IM_FIRE", "VULN_FIRE"))),
    ("RES_POIS", None),
    ("RES_LIGHT", None),
    ("RES_DARK", None),
    ("RES_CONFU", None),
    ("RES_SOUND", None),
    ("RES_SHARD", None),
    ("RES_NEXUS", None),
    ("RES_NETHR", None),
    ("RES_CHAOS", None),
    ("RES_DISEN", None),
];
