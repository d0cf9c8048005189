/**
 * Why another source of a channel is recorded: `source_ended`, the previous one ended or could not be reached;
 * `no_data`, it sent no more data; `signal_fault`, its video or audio was faulty; `preferred_recovered`, a source
 * with higher preference is healthy again.
 */
export type FailoverReason = 'source_ended' | 'no_data' | 'signal_fault' | 'preferred_recovered'

const words: Readonly<Record<FailoverReason, string>> = {
  source_ended: 'the source before ended or could not be reached',
  no_data: 'the source before sent no more data',
  signal_fault: 'the signal of the source before was faulty',
  preferred_recovered: 'this source is healthy again',
}

/** The reason as text for operators, in the channel's history. */
export function failoverWords(reason: FailoverReason): string {
  return words[reason]
}
