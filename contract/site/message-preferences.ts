/** Which messages a viewer wants: news and offers can be turned off, messages about one's own account cannot (MSG-01). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, siteInput as input } from '#contract/form/fields.ts'

/** 1: news and offers come in the app, as push messages and by SMS. */
const Preferences = z.object({ offers: answeredFlag })

export const messagePreferences = {
  show: endpoint({
    path: '/api/v1/message-preferences',
    envelope: 'data',
    access: 'viewer',
    summary: 'Whether the viewer gets news and offers',
    input: input({}),
    output: Preferences,
  }),
  save: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/message-preferences/save',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Turns news and offers on or off',
    input: input({ offers: flag() }),
    output: Preferences,
  }),
}
