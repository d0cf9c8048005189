-- Fonts of brands, and what each brand shows: banners, news and rails of the home page.

create table brand_font (
  -- The beginning of the hash of the bytes: an address never shows another font.
  version text primary key check (version ~ '^[0-9a-f]{20}$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 153600),
  -- `FontFacts` (server/site/fonts/read-woff2.ts).
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  stored_at timestamptz not null
);

alter table service_settings
  -- Versions of `brand_font`; '' for the built-in one. `font_bold`: of a font with one weight in each file.
  add column font text not null default '',
  add column font_bold text not null default '';

-- The brands that show it; empty for all, those that will be added too.
alter table banner add column brands integer[] not null default '{}';
alter table news_item add column brands integer[] not null default '{}';
alter table home_rail add column brands integer[] not null default '{}';
