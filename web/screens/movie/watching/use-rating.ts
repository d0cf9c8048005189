/**
 * The viewers' rating of a title and this viewer's own; a rating is shown at once and undone when it fails
 * (FILM-03).
 */
import { useRef, useState } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { viewing } from '#contract/films/viewing.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { useViewerKey } from '#web/session/session.ts'

export interface Rating {
  /** 0 while the viewer has not rated it, or the rating has not loaded. */
  readonly own: number
  readonly average: number | null
  readonly count: number
  /**
   * Rates the title; 0 removes the rating. Returns the server's message when it failed, '' when the server was not
   * reached, null on success.
   */
  readonly rate: (rating: number) => Promise<string | null>
}

type RatingResponse = ResponseOf<typeof viewing.rating>
const nothing: RatingResponse = { rating: 0, average: null, count: 0 }

export function useRating(vid: number): Rating {
  const viewer = useViewerKey()
  const state = useCall(viewing.rating, { vid })
  const [input, setInput] = useState<{ viewer: string; response: RatingResponse } | null>(null)
  const last = useRef(0)
  const answered = state.kind === 'ok' ? state.data : nothing
  const shown = input !== null && input.viewer === viewer ? input.response : answered
  const rate = async (rating: number): Promise<string | null> => {
    const mine = ++last.current
    setInput({ viewer, response: { ...shown, rating } })
    const result = await call(viewing.ratingSet, { vid, rating })
    // After another rating only its response counts.
    if (mine !== last.current) return null
    forgetResponses(viewing.rating.path)
    if (result.kind === 'ok') {
      setInput({ viewer, response: result.data })
      return null
    }
    setInput(null)
    if (state.kind !== 'loading') state.retry()
    return result.kind === 'refused' ? result.message : ''
  }
  return { own: shown.rating, average: shown.average, count: shown.count, rate }
}
