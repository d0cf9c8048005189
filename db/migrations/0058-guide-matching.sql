-- Which channel of a guide feeds which of ours: what was applied, what is only proposed, what the staff has decided
-- (server/imports/guide). A confirmed pair is an alias (channel_alias).

-- The channels of a source when it was last taken.
create table guide_channel (
  source_id integer not null references guide_source on delete cascade,
  guide_id text not null,
  name text not null default '',
  -- Its names and its id, folded, for the search.
  folded text not null,
  programmes integer not null,
  -- The first programmes after the reading: begin in unix seconds, title.
  next jsonb not null default '[]' check (jsonb_typeof(next) = 'array'),
  primary key (source_id, guide_id)
);

create table guide_match (
  channel_id integer not null references channel on delete cascade,
  source_id integer not null references guide_source on delete cascade,
  guide_id text not null,
  -- Its programmes are the guide of the channel. Otherwise it is a proposal, or confirmed and not read yet.
  is_applied boolean not null,
  -- alias: by an operator; id, name: by itself; likeness: a proposal.
  matched_by text not null check (matched_by in ('alias', 'id', 'name', 'likeness')),
  score real not null check (score between 0 and 1),
  -- What speaks against a proposal; '' for none.
  doubt text not null default '' check (doubt in ('', 'country', 'feed', 'id', 'name', 'taken', 'several')),
  primary key (channel_id, source_id)
);
create index guide_match_source on guide_match (source_id);

-- Pairs that are never matched again.
create table guide_rejection (
  channel_id integer not null references channel on delete cascade,
  -- Folded as an alias is.
  guide_id text not null check (guide_id <> ''),
  staff_name text not null default '',
  made_at timestamptz not null,
  primary key (channel_id, guide_id)
);

-- read: read it at once although it has not changed. accept: apply the delivery that was held back.
alter table guide_source add column request text not null default '' check (request in ('', 'read', 'accept'));
