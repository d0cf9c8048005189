-- The hours of a day compute its money and watching; a night all of it (server/reports).
alter table report_day add column whole_at timestamptz;
update report_day set whole_at = computed_at;
