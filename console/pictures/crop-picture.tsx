import { type PointerEvent, useRef, useState } from 'react'
import type { PictureEndpoint } from '#contract/console/pictures.ts'
import { Button } from '#console/ui/button.tsx'
import {
  type CropFrame,
  type PictureSize,
  insideOf,
  middleFrame,
  pixelsOf,
  sidesOf,
  smallestSize,
} from './crop-rules.ts'
import { usePicturesText } from './pictures-text.ts'
import { type UploadedPicture, uploadPicture } from './upload-picture.ts'
import styles from './pictures.module.css'

interface CropPictureProps {
  readonly endpoint: PictureEndpoint
  /** The address of the whole picture. */
  readonly image: string
  /** Width by height. */
  readonly aspect: number
  readonly onDone: (picture: UploadedPicture) => void
  readonly onCancel: () => void
}

/** Cuts a picture to a frame that is dragged, or moved and sized by sliders with the keyboard. */
export function CropPicture({ endpoint, image, aspect, onDone, onCancel }: CropPictureProps) {
  const t = usePicturesText()
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<PictureSize>()
  const [frame, setFrame] = useState<CropFrame>({ x: 0, y: 0, size: 1 })
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const move = (part: Partial<CropFrame>) =>
    size === undefined ? undefined : setFrame(insideOf({ ...frame, ...part }, size, aspect))
  const save = async () => {
    if (picture.current === null || size === undefined) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const file = await cutOut(picture.current, pixelsOf(frame, size, aspect))
      const abort = new AbortController()
      const uploaded = await uploadPicture(endpoint, file, {
        onProgress: () => undefined,
        signal: abort.signal,
      })
      if (uploaded === undefined) setProblem(t('lost'))
      else onDone(uploaded)
    } catch (error) {
      if (error instanceof Error) setProblem(error.message)
    }
    setIsBusy(false)
  }
  return (
    <div className={styles['crop']} role="group" aria-label={t('crop')}>
      <div className={styles['cropStage']}>
        <img
          ref={picture}
          src={image}
          alt={t('picture')}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setSize({ width, height })
            setFrame(middleFrame({ width, height }, aspect))
          }}
        />
        {size === undefined ? null : (
          <Frame frame={frame} sides={sidesOf(frame, size, aspect)} onMove={move} />
        )}
      </div>
      {(['x', 'y', 'size'] as const).map((name) => (
        <label key={name} className={styles['cropSlider']}>
          {t(`crop.${name}`)}
          <input
            type="range"
            min={name === 'size' ? smallestSize : 0}
            max={1}
            step={0.01}
            value={frame[name]}
            disabled={size === undefined}
            onChange={({ target }) => move({ [name]: Number(target.value) })}
          />
        </label>
      ))}
      <div className={styles['pictureActs']}>
        <Button isPending={isBusy} isDisabled={size === undefined} onPress={() => void save()}>
          {t('cropSave')}
        </Button>
        <Button look="quiet" onPress={onCancel}>
          {t('cropCancel')}
        </Button>
      </div>
      <div role="alert">{problem === undefined ? null : <p className={styles['problem']}>{problem}</p>}</div>
    </div>
  )
}

interface FrameProps {
  readonly frame: CropFrame
  readonly sides: { readonly width: number; readonly height: number }
  readonly onMove: (part: Partial<CropFrame>) => void
}

function Frame({ frame, sides, onMove }: FrameProps) {
  const dragged = useRef<{ readonly left: number; readonly top: number; readonly from: CropFrame }>(undefined)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const begin = dragged.current
    const stage = event.currentTarget.parentElement?.getBoundingClientRect()
    if (begin === undefined || stage === undefined) return
    onMove({
      x: begin.from.x + (event.clientX - begin.left) / stage.width,
      y: begin.from.y + (event.clientY - begin.top) / stage.height,
    })
  }
  const percent = (share: number) => `${share * 100}%`
  return (
    <div
      className={styles['cropFrame']}
      style={{
        ...{ left: percent(frame.x), top: percent(frame.y) },
        ...{ width: percent(sides.width), height: percent(sides.height) },
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = { left: event.clientX, top: event.clientY, from: frame }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        dragged.current = undefined
      }}
    />
  )
}

type Pixels = ReturnType<typeof pixelsOf>

/** A part of a picture as a file. */
async function cutOut(picture: HTMLImageElement, { left, top, width, height }: Pixels): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.95)
  })
  if (blob === null) throw new Error('the browser could not cut the picture')
  return new File([blob], 'cropped.jpg', { type: blob.type })
}
