-- Subscribers of the staff for trying, and how far the first run is.

-- Made by the staff to try the service: no customer; its tariff is paid from `trials`, which is no revenue.
alter table account add column is_test boolean not null default false;
create index account_test on account (account_id) where is_test;

-- `trials`: what such subscribers got to pay their tariff with.
alter table ledger_entry drop constraint ledger_entry_against_check;
alter table ledger_entry add constraint ledger_entry_against_check
  check (against in ('payments', 'revenue', 'promotions', 'adjustments', 'trials'));

-- Unix milliseconds. A service that has content was set up before: its first run is over.
insert into installation (name, value)
  values ('first_run_began', (extract(epoch from now()) * 1000)::bigint::text);
insert into installation (name, value)
  select 'first_run_ended', (extract(epoch from now()) * 1000)::bigint::text
  where exists (select from channel) or exists (select from title) or exists (select from account);
