/** English for failures of recordings. */
export const recordingFailures = {
  recording_not_possible:
    'Programmes of this channel are not kept. While they are in the archive they can be watched there',
  recording_no_hours: 'The tariff has no hours of recordings. Connect one that has',
  recordings_full:
    'Not enough hours: {used} of {granted} are used, and the programme takes {needed}. Delete some recordings',
  recordings_storage: 'No new recordings just now: the server runs out of space. Try again later',
  recording_not_found: 'This recording is gone. Reload the page',
  recordings_too_many: 'There are {limit} recordings already. Delete some to add another one',
} as const
