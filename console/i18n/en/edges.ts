import type { EnglishFor } from '#console/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/edges.ts'

export const en = {
  title: 'Edges',
  text: 'Servers that give video in the place of the main address, for example in a partner’s network. Without edges the main address gives it.',
  edges: 'Edges',
  edgesText:
    'An edge whose networks contain the viewer comes first, then edges for everybody; among equals the weight decides. A draining edge gets no new viewers, and those it has leave within minutes, on iPhones and in other players within six hours.',
  none: 'There are no edges: the main address gives video',
  add: 'Add an edge',
  newEdge: 'New edge',
  change: 'Change',
  changeOf: 'Change: {name}',
  remove: 'Delete: {name}',
  saved: 'Saved: {name}',
  removed: 'Deleted: {name}',
  name: 'Name',
  base: 'Address',
  baseHint: 'Without a path: https://edge1.example.uz',
  weight: 'Weight',
  weightHint: '0 to 1000: the share among edges for the same viewers. With zero there are no viewers',
  weightOf: 'weight {weight}',
  state: 'State',
  'state.on': 'on',
  'state.draining': 'draining: no new viewers',
  'state.off': 'off',
  prefixes: 'Networks of viewers',
  prefixesHint: 'One a line: 10.20.0.0/16 or 2001:db8::/32. Empty for everybody',
  everybody: 'for everybody',
  networks: { one: '{count} network', other: '{count} networks' },
  health: 'Address of the check',
  healthHint:
    'It must answer with 200. After three failures the edge gets no viewers, after two successes it gets them again. Empty for no check',
  unchecked: 'not checked',
  notYet: 'not checked yet',
  healthy: 'answers',
  leftOut: 'does not answer: {problem}',
} as const satisfies EnglishFor<typeof ru>
