/** English for failures of pauses of tariffs. */
export const pauseFailures = {
  pause_not_allowed: 'This tariff cannot be paused. Its renewal can be switched off: the paid days stay',
  pause_days_wrong: 'A pause of this tariff is {min} to {max} days long. Correct the number of days',
  pause_too_soon: 'There is one pause in 12 months. The next one can begin on {date}',
  tariff_paused: 'The tariff is paused. End the pause and it works at once',
  pause_not_on: 'The tariff is not paused. Reload the page',
  act_beyond_pause: 'This is beyond your limit: a pause of up to {limit} days. Longer ones: {roles}',
  pause_not_running: 'The tariff does not run now and nothing is charged for it: there is nothing to pause',
  pause_already_on: 'The tariff is paused already. End the pause to begin another one',
} as const
