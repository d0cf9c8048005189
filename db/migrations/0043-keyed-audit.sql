-- The chain of events is keyed from an event on (HMAC); which one that is, is looked up at every write.
create index security_event_keyed on security_event (event_id) where event = 'audit_chain_keyed';

comment on column security_event.hash is
  'HMAC-SHA-256 under a key of the installation''s secret over the former row''s hash and this row; plain SHA-256 before '
  'the first event audit_chain_keyed';
