-- Who is told of a full disk is told of an edge that does not respond.
update alarm_rule set kinds = kinds || array['edge_down']
where 'disk_full' = any(kinds) and not 'edge_down' = any(kinds);
