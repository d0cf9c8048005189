import type { EnglishFor } from '#console/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/pictures.ts'

export const en: EnglishFor<typeof ru> = {
  picture: 'Picture',
  choose: 'Choose a picture',
  replace: 'Replace the picture',
  remove: 'Remove',
  uploading: 'The picture is being uploaded',
  size: 'The file must not be empty or larger than 25\u00a0MB',
  lost: 'The picture did not arrive. Choose it again',
  cropStart: 'Crop',
  crop: 'Frame of the picture',
  'crop.x': 'Horizontal',
  'crop.y': 'Vertical',
  'crop.size': 'Size of the frame',
  cropSave: 'Crop to the frame',
  cropCancel: 'Do not crop',
  missingLogos: {
    one: '{count} logo of a list could not be fetched.',
    other: '{count} logos of lists could not be fetched.',
  },
  toLogos: 'Logos',
}
