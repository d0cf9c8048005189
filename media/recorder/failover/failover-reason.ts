/**
 * Why another source of a channel is recorded: `source_ended`, the one before ended or could not be reached; `no_data`, it sent
 * nothing any more; `signal_fault`, its picture or sound was faulty; `preferred_recovered`, an earlier source is well again.
 */
export type FailoverReason = 'source_ended' | 'no_data' | 'signal_fault' | 'preferred_recovered'

const words: Readonly<Record<FailoverReason, string>> = {
  source_ended: 'the source before ended or could not be reached',
  no_data: 'the source before sent nothing any more',
  signal_fault: 'the signal of the source before was faulty',
  preferred_recovered: 'this source is well again',
}

/** The reason for the channel's history, as operators read it. */
export function failoverWords(reason: FailoverReason): string {
  return words[reason]
}
