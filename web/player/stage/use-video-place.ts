/** The place of the elements that an engine draws into; they move there, and are created where there are none yet. */
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { moveInto } from '#web/player/playback/leave-session.ts'
import type { VideoElements } from '#web/player/playback/retained-playback.ts'
import styles from './video-place.module.css'

interface VideoPlace {
  /** Of the video and of its last frame, which fill the nearest positioned box. */
  readonly screen: RefObject<HTMLDivElement | null>
  /** Of the subtitles. */
  readonly words: RefObject<HTMLDivElement | null>
}

export function useVideoPlace(elements: VideoElements): VideoPlace {
  const screen = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { video, canvas, subtitles } = elements
    video.current ??= createVideo()
    canvas.current ??= createCanvas()
    subtitles.current ??= createSubtitles()
    if (screen.current === null || words.current === null) return
    moveInto(screen.current, video.current)
    moveInto(screen.current, canvas.current)
    moveInto(words.current, subtitles.current)
  }, [elements])
  return { screen, words }
}

function createVideo(): HTMLVideoElement {
  const video = document.createElement('video')
  video.className = styles.video ?? ''
  video.playsInline = true
  // For browsers that know the attribute only.
  video.setAttribute('playsinline', '')
  video.setAttribute('disableremoteplayback', '')
  video.tabIndex = -1
  return video
}

function createSubtitles(): HTMLDivElement {
  const subtitles = document.createElement('div')
  subtitles.className = styles.words ?? ''
  return subtitles
}

function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = styles.held ?? ''
  canvas.setAttribute('aria-hidden', 'true')
  return canvas
}
