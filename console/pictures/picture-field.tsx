import { useEffect, useId, useRef, useState } from 'react'
import { type PictureEndpoint, maxPictureBytes } from '#contract/console/pictures.ts'
import { pictureWidths } from '#contract/form/constants.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { Button } from '#console/ui/button.tsx'
import { CropPicture } from './crop-picture.tsx'
import { usePicturesText } from './pictures-text.ts'
import { type UploadedPicture, uploadPicture } from './upload-picture.ts'
import styles from './pictures.module.css'

interface PictureFieldProps {
  readonly endpoint: PictureEndpoint
  /** The address of the chosen picture; '' for none. */
  readonly image: string
  /** False: the picture stands elsewhere. */
  readonly isShown?: boolean
  readonly hint: string
  /** Width by height of the frame to which it may be cut; without it, it is not cut. */
  readonly aspect?: number
  readonly onChange: (picture: UploadedPicture) => void
}

/** Chooses a picture from a file, shows it, and removes it. */
export function PictureField({ endpoint, image, isShown = true, hint, aspect, onChange }: PictureFieldProps) {
  const t = usePicturesText()
  const id = useId()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [isCropping, setIsCropping] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxPictureBytes || file.size === 0) return setProblem(t('size'))
    const abort = new AbortController()
    running.current = abort
    setProblem(undefined)
    setShare(0)
    try {
      const uploaded = await uploadPicture(endpoint, file, { onProgress: setShare, signal: abort.signal })
      if (uploaded === undefined) setProblem(t('lost'))
      else onChange(uploaded)
    } catch (error) {
      if (abort.signal.aborted) return
      if (error instanceof Error && !isCancelled(error)) setProblem(error.message)
    }
    setShare(undefined)
  }
  return (
    <div className={styles['pictureField']}>
      {image === '' || !isShown || isCropping ? null : <img src={image} alt={t('picture')} />}
      {isCropping && aspect !== undefined && image !== '' ? (
        <CropPicture
          endpoint={endpoint}
          image={wholePicture(image)}
          aspect={aspect}
          onDone={(picture) => {
            setIsCropping(false)
            onChange(picture)
          }}
          onCancel={() => setIsCropping(false)}
        />
      ) : null}
      <input
        id={id}
        type="file"
        className="spoken"
        accept="image/jpeg,image/png,image/webp,image/svg+xml"
        aria-describedby={`${id}hint`}
        disabled={share !== undefined}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <div className={styles['pictureActs']}>
        <label htmlFor={id}>{t(image === '' ? 'choose' : 'replace')}</label>
        {image === '' || aspect === undefined || isCropping ? null : (
          <Button look="quiet" onPress={() => setIsCropping(true)}>
            {t('cropStart')}
          </Button>
        )}
        {image === '' ? null : (
          <Button look="quiet" onPress={() => onChange({ picture: '', image: '' })}>
            {t('remove')}
          </Button>
        )}
      </div>
      <small id={`${id}hint`}>{hint}</small>
      <div role="status">
        {share === undefined ? null : <progress max={1} value={share} aria-label={t('uploading')} />}
      </div>
      <div role="alert">{problem === undefined ? null : <p className={styles['problem']}>{problem}</p>}</div>
    </div>
  )
}

/** The address of the largest rendition of a picture; of a logo without the frame in which it is shown. */
function wholePicture(image: string): string {
  return image
    .replace(/\/\d+\.webp$/, `/${Math.max(...pictureWidths)}.webp`)
    .replace(/(?<=\/images\/)logo(?=\/)/, 'still')
}
