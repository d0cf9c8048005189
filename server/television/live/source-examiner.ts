import type { Engine } from '#media/media.ts'

export type { ExaminationOutcome, ExaminedStream } from '#media/media.ts'

/** The part of the engine that plays sources for a short look. */
export type SourcePreviewer = Pick<Engine, 'previewSource' | 'readPreview'>

/** The part of the engine that says what sources send. */
export type SourceExaminer = Pick<Engine, 'examineRecording' | 'examineSource'>
