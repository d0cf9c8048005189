-- Two accounts of one person: one goes on, the other is closed and leads to it.

alter table account
  -- Never one that is merged itself.
  add column merged_into integer references account on delete restrict,
  add constraint account_stays_merged check (merged_into is null or (merged_into <> account_id and state = 'deactivated'));
create index account_merged on account (merged_into) where merged_into is not null;

-- `transfers`: from one account of a person to another; its sum is always 0.
alter table ledger_entry drop constraint ledger_entry_against_check;
alter table ledger_entry add constraint ledger_entry_against_check
  check (against in (
    'payments', 'revenue', 'promotions', 'adjustments', 'trials', 'goodwill', 'corrections', 'external', 'transfers'));
