-- The last report of the recorder: which channels are recorded, from which source, with which problems. Written by the
-- process with `media` every ten seconds, read by every other one: the console, the page about the state of the service,
-- alarms, the command line. Before, it was a file of the data folder, which other machines do not have.
-- Not logged: the next one comes in ten seconds.
create unlogged table television_report (
  is_the_one boolean primary key default true check (is_the_one),
  report jsonb not null check (jsonb_typeof(report) = 'object')
);
