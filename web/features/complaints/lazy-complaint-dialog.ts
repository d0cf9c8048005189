import { lazy } from 'react'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'

/** Loaded when the viewer reports a problem. */
export const ComplaintDialog = lazy(() =>
  withinLimit(import('./complaint-dialog.tsx')).then((file) => ({ default: file.ComplaintDialog })),
)
