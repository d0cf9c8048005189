-- Who a credit counts for: the person, or the one that a double was merged into.
create index person_main on person ((coalesce(merged_into, id)));
