/** Films and series in the archive of channels. */
import { onOrOff, wholeNumber } from './setting-forms.ts'

export const broadcastTitleSettings = {
  EKRAN_BROADCAST_TITLES: {
    schema: onOrOff,
    default: 'on',
    accepts: 'on or off',
    description:
      'Films and series that the guide has become titles which viewers watch from the archive: a rail, search, the page ' +
      'of the film. `off`: nothing of it is shown, and the guide is not compared with the catalogue.',
  },
  EKRAN_BROADCAST_TITLE_SCORE: {
    schema: wholeNumber(40, 100),
    default: '75',
    accepts: 'a whole number from 40 to 100',
    description:
      'From which score on a film of the guide is a title of the catalogue by itself. What scores less waits for the ' +
      'staff, and is shown as a title of its own meanwhile. The name scores 60, the year 25, the length 12, the kind 8.',
  },
}
