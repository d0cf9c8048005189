-- What the SMS of a campaign cost until now, with those that a gateway has at this moment: each batch reads one row
-- instead of adding up all deliveries.
alter table campaign add column spent_tiyin bigint not null default 0 check (spent_tiyin >= 0);
update campaign set spent_tiyin = (select coalesce(sum(d.cost_tiyin), 0)
  from campaign_delivery as d where d.campaign_id = campaign.campaign_id);

-- At most some dozens at any moment: for the limit per minute, and for the cap of one subscriber.
create index campaign_delivery_sending on campaign_delivery (account_id) where state = 'sending';
