-- Who works on a film, how often it was tried and when it is tried again is the matter of the jobs `films.package`; the
-- table says what an operator reads of it. `worker` names the run that may write to the row.
alter table packaging
  drop column leased_until,
  drop column attempts;
-- The jobs that took one film after the other are no more.
do $$
begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name in ('operator.make-films-playable', 'operator.make-films-better');
  end if;
end
$$;
