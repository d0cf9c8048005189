-- What a promotion gives is given to a person: SHA-256 of the phone or the card that showed who took it. Null for what
-- was taken before.
alter table promotion_use add column proof text check (proof ~ '^[0-9a-f]{64}$');
create unique index promotion_use_person on promotion_use (promotion_id, proof);
-- A phone that goes from account to account takes no offer twice, also when there is a new one of that kind.
create unique index promotion_use_person_once on promotion_use (kind, proof) where kind <> 'code';
