-- The console can be read in English too.

alter table staff
  drop constraint staff_language_check,
  add constraint staff_language_check check (language in ('ru', 'uz', 'en'));

alter table staff_invitation
  drop constraint staff_invitation_language_check,
  add constraint staff_invitation_language_check check (language in ('ru', 'uz', 'en'));
