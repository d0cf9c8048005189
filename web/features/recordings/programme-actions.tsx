import type { MarkedProgramme } from '#web/features/reminders/programme-marks.ts'
import { FollowAction } from '#web/features/reminders/reminder-button.tsx'
import { RecordAction } from './record-action.tsx'

interface ProgrammeActionsProps {
  readonly programme: MarkedProgramme
  /** Whether it may be kept beyond the archive. */
  readonly records: boolean
}

/** What a viewer does with the programme that is watched, as texts: follows its show, keeps it. */
export function ProgrammeActions({ programme, records }: ProgrammeActionsProps) {
  return (
    <>
      <FollowAction programme={programme} variant="quiet" />
      {records && <RecordAction programme={programme} variant="quiet" />}
    </>
  )
}
