/** English for failures of reminders and followed programmes. */
export const reminderFailures = {
  reminder_begun: 'This programme has begun already: switch to the channel',
  reminders_full: 'There are {limit} reminders already. Delete some to add another one',
  followed_full: 'There are {limit} followed programmes already. Remove some to add another one',
  not_a_show:
    'The name of this programme says nothing by which its episodes are recognised. Set a reminder instead',
  followed_not_found: 'This programme is not followed any more. Reload the page',
} as const
