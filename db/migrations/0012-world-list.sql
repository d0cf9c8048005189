-- The list of channels outside the national network has 24 places, and no more.

update channel set world_place = null where world_place not between 0 and 23;
alter table channel add check (world_place between 0 and 23);
