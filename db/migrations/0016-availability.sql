-- When a title may be listed and watched: from a moment, until a moment, and not while the operator hides it.
-- A title without a window is always there. An import writes the window, the operator's command alone the hiding.
alter table title
  add column available_from timestamptz,
  add column available_until timestamptz,
  add column is_hidden boolean not null default false,
  add constraint title_window check (available_from < available_until);
