-- How a tariff looks: some sentences about it, an icon or a picture, and a colour. '' stands for none.
alter table tariff
  add column description_ru text not null default '' check (length(description_ru) <= 400),
  add column description_uz text not null default '' check (length(description_uz) <= 400),
  -- The name of a built-in icon.
  add column icon text not null default '' check (length(icon) <= 40),
  -- The version of an uploaded picture; it takes the place of an icon.
  add column picture text not null default '' check (picture ~ '^([0-9a-f]{20}(-[0-9a-f]{6})?)?$'),
  add column colour text not null default '' check (colour ~ '^(#[0-9a-f]{6})?$'),
  add constraint tariff_one_picture check (icon = '' or picture = '');
