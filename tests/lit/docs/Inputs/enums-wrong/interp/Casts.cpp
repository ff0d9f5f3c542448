// What enums.py finds; it is compiled by nobody.
auto read = ReadAs(op.getSignedness());
auto mode = aa::RmwMode(uint32_t(mode));
auto drawn = RmwMode(draft.choices.below(10));
auto ordering = static_cast<AccessOrdering>(semantic);
bool isEqual(Relation relation);
