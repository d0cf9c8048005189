/** English for failures of dealers, and of the sums that a member of staff may write. */
export const dealerFailures = {
  dealer_changed: 'Another member of staff has just changed this dealer. Reload the page and change it again',
  dealer_owes_more: 'The dealer owes {sum} UZS: the limit cannot be less. Take money from it first',
  dealer_short:
    'The dealer’s account has too little: {sum} UZS are available. Top it up, or choose a smaller sum',
  dealer_stopped: 'The dealer is stopped and takes no cash. Switch it on in its card',
  dealer_key_used: 'This form has stored another sum already. Reload the page and repeat',
  dealer_rule_past: 'Rules do not change days that are over: choose today or a later day',
  payee_closed: 'Subscriber {number} takes no money: it is closed, erased or for trying. Check the number',
  sum_limit: 'More than you may: up to {limit} UZS. These may: {roles}',
  promo_budget_limit:
    'Promo codes that give money need a budget of at most {limit} UZS. A larger one may be set by: {roles}',
  promo_key_used: 'This form has made another batch already. Reload the page and repeat',
  dealer_rule_longer:
    'The rule ends on {day}: it can be made shorter, not longer. Add another rule for the days after it',
  dealer_rule_wrong:
    'The rule does not fit: the last day is not before the first, a share needs a percentage, a connection needs a sum',
  dealer_spent:
    'The subscriber has spent this money: the balance is {balance} UZS. A top-up goes back wholly, while the balance has it',
  dealer_code:
    'There is no such promo code, or it belongs to another dealer. Check the code: it is made among promo codes',
  dealer_payout_less:
    'The commission became less after the payout was prepared: the dealer has {sum} UZS. Cancel it and prepare another one',
  dealer_payout_month: 'The month is not over. Payouts are prepared for months that are',
  dealer_payout_open: 'The dealer has a payout that is not finished. Pay it or cancel it',
  dealer_payout_nothing: 'There is nothing to pay until the end of this month. Choose a later month',
  dealer_payout_own: 'You prepared this payout. Another member of staff approves it',
  dealer_payout_state:
    'This cannot be done with the payout: its state changed, or it is not approved. Reload the page',
} as const
