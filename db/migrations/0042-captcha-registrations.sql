-- Accounts by captcha alone are counted by the hour, also over the wider networks of IPv6.
create index registration_by_captcha on registration (registered_at) where way = 'captcha';
