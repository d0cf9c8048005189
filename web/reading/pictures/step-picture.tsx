import type { StepPictureName } from '#contract/site/information.ts'
import { type ButtonNames, drawings } from './drawings.tsx'
import styles from './step-picture.module.css'

/** What a picture shows, and the names on drawn buttons, in the language of the page. */
export type PictureText = (name: StepPictureName | keyof ButtonNames) => string

interface StepPictureProps {
  readonly name: StepPictureName
  readonly text: PictureText
}

/** A drawing of what a step is about, in the colours of the page. */
export function StepPicture({ name, text }: StepPictureProps) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 192 120"
      width="192"
      height="120"
      role="img"
      aria-label={text(name)}
    >
      {drawings[name]({
        ...{ install: text('install'), confirm: text('confirm'), pin: text('pin') },
        service: text('service'),
      })}
    </svg>
  )
}
