-- An order for a tariff that the balance covers asks no card for anything. Written by server/cards alone.

alter table payment_order
  drop constraint payment_order_amount_tiyin_check,
  add constraint payment_order_amount check (
    amount_tiyin > 0 or (amount_tiyin = 0 and tariff_id is not null and gateway_transaction_id is null)
  );
