/** The picture and the colour of a profile. */
import { profileColours, profilePictures } from '#contract/accounts/profiles.ts'
import { Avatar, discOf } from '#web/profiles/avatar.tsx'
import type { ProfileFields } from '#web/profiles/profile-rules.ts'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import styles from './profile-editor.module.css'

const pictureNames = {
  ...({ cat: 'pictureCat', fox: 'pictureFox', owl: 'pictureOwl', bear: 'pictureBear' } as const),
  ...({ hare: 'pictureHare', camel: 'pictureCamel', stork: 'pictureStork', melon: 'pictureMelon' } as const),
  ...({ star: 'pictureStar', rocket: 'pictureRocket', ball: 'pictureBall', book: 'pictureBook' } as const),
} as const

interface FaceProps {
  readonly fields: ProfileFields
  readonly onChange: (next: Partial<ProfileFields>) => void
}

export function FaceField({ fields, onChange }: FaceProps) {
  const t = useProfilesText()
  return (
    <>
      <fieldset className={styles.part}>
        <legend>{t('picture')}</legend>
        <div className={styles.faces} data-row="">
          {profilePictures.map((picture) => (
            <button
              key={picture}
              type="button"
              className={styles.choice}
              aria-label={t(pictureNames[picture])}
              aria-pressed={picture === fields.picture}
              onClick={() => onChange({ picture })}
            >
              <Avatar face={{ picture, colour: fields.colour }} className={styles.small} />
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('colour')}</legend>
        <div className={styles.faces} data-row="">
          {profileColours.map((colour) => (
            <button
              key={colour}
              type="button"
              className={styles.choice}
              aria-label={t(colour)}
              aria-pressed={colour === fields.colour}
              onClick={() => onChange({ colour })}
            >
              <svg className={styles.disc} viewBox="0 0 2 2" aria-hidden="true">
                <circle cx="1" cy="1" r="1" fill={discOf(colour)} />
              </svg>
            </button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
