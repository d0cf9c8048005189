-- What a channel's list says of the country it is of, as codes in small letters: two channels of one name in two countries
-- are two, and each wants its own guide. Empty when the list says nothing.
alter table channel add column countries text[] not null default '{}';
