-- Everything that shows which person took what a promotion gives: SHA-256 of the phone and of each card of the account.
-- One phone or card is one person. Written by server/billing alone.
create table promotion_proof (
  promotion_id integer not null,
  account_id integer not null,
  kind text not null check (kind in ('code', 'free_days', 'one_sum')),
  proof text not null check (proof ~ '^[0-9a-f]{64}$'),
  primary key (promotion_id, proof),
  foreign key (promotion_id, account_id) references promotion_use on delete restrict
);
-- No offer is taken twice, also when there is a new one of that kind.
create unique index promotion_proof_once on promotion_proof (kind, proof) where kind <> 'code';

insert into promotion_proof (promotion_id, account_id, kind, proof)
select promotion_id, account_id, kind, proof from promotion_use where proof is not null;

create trigger promotion_proof_append_only before update or delete or truncate on promotion_proof
  for each statement execute function ledger_is_append_only();
