-- Radio: a channel of sound only. Its picture is a still made of its logo.
alter table channel add column is_radio boolean not null default false;
