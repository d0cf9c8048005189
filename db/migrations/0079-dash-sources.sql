-- A source may be a live DASH manifest. The check of its kind got its name from the order of earlier migrations.

do $$
declare
  former name;
begin
  select conname into strict former from pg_constraint
    where conrelid = 'channel_source'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%http-ts%';
  execute format('alter table channel_source drop constraint %I', former);
end
$$;

alter table channel_source add constraint channel_source_kind_check
  check (protocol in ('udp', 'srt', 'rtmp', 'hls', 'dash', 'http-ts', 'file-loop'));
