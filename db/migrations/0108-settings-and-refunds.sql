-- What an outside service was before a change, with its secrets as they were sealed: for taking the change back. A row
-- is deleted when the change was taken back, and when that is no longer possible.
alter table outside_service
  -- For sets of changes, whose things have numbers.
  add column service_id integer generated always as identity unique;

create table outside_service_former (
  change_id integer primary key references change_set on delete cascade,
  service text not null references outside_service,
  -- The version that the change made: a newer one is not taken back with it.
  version integer not null check (version > 0),
  is_set boolean not null,
  fields jsonb not null,
  secrets jsonb not null,
  made_at timestamptz not null
);
create index outside_service_former_made on outside_service_former (made_at);

-- Whether the payment system was asked to pay a refund back (Click's merchant API). `asked`: its answer is not known
-- yet, and nobody pays it back by hand meanwhile. `refused`: it did not. `unclear`: it may have; a person must look.
alter table provider_refund
  add column reversal text check (reversal in ('asked', 'refused', 'unclear')),
  -- When it was asked last; null before.
  add column reversal_at timestamptz,
  -- Whether a request may have arrived there.
  add column reversal_sent boolean not null default false,
  -- Its own code of why not.
  add column reversal_problem text not null default '' check (length(reversal_problem) <= 60);
create index provider_refund_asked on provider_refund (reversal_at) where state = 'to_do' and reversal = 'asked';
