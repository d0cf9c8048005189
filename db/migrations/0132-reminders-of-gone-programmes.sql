-- A viewer is told once of a programme that the guide has no more. Written by server/reminders alone.

alter table reminder
  -- Since when the guide has the programme no more; null while it has it.
  add column gone_at timestamptz,
  -- When the viewer was told of that.
  add column gone_notified_at timestamptz;
update reminder set gone_at = now() where state = 'gone' and begin_at > now();
create index reminder_gone_due on reminder (begin_at) where state = 'gone' and gone_notified_at is null;
