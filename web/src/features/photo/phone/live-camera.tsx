import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import styles from './live-camera.module.css'
import { Outline } from './outline.tsx'
import type { Place } from './places.ts'

/** Whether the browser lets a page see through the camera: only at an address that it holds to be secure. */
export const hasLiveCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined

/** As fine as a photograph is kept; the phone gives what it has that comes nearest. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 1920 },
    height: { ideal: 1440 },
  },
}

const QUALITY = 0.92

const NO_CAMERA = '无法打开取景，请允许使用相机，或改用系统相机'
const TOO_COARSE = '取景分辨率不足，请改用系统相机'

/** Shows the camera's picture while the component is there. Gives why it cannot; empty while it can. */
function useCamera(video: RefObject<HTMLVideoElement | null>): string {
  const [fault, setFault] = useState('')
  useEffect(() => {
    let stream: MediaStream | null = null
    let isGone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    navigator.mediaDevices.getUserMedia(WANTED).then(
      (opened) => {
        stream = opened
        if (isGone) return stop()
        if (video.current) video.current.srcObject = opened
        for (const track of opened.getVideoTracks()) {
          // a call, a lock screen or a withdrawn consent: the picture would stand still
          track.onended = () => setFault(NO_CAMERA)
          track.onmute = () => setFault(NO_CAMERA)
          track.onunmute = () => setFault('')
        }
      },
      () => setFault(NO_CAMERA),
    )
    return () => {
      isGone = true
      stop()
    }
  }, [video])
  return fault
}

/** What the camera sees at this moment, as a JPEG; null where it sees nothing yet. */
function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const size = { width: video.videoWidth, height: video.videoHeight }
  if (size.width === 0) return Promise.resolve(null)
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((give) => canvas.toBlob(give, 'image/jpeg', QUALITY))
}

interface LiveCameraProps {
  place: Place
  onPicture: (picture: Blob) => void
  /** Leaves this one for later. */
  onSkip: () => void
  onClose: () => void
}

/** The camera over the whole screen, with the outline of what is wanted; the next one comes after each picture. */
export function LiveCamera({ place, onPicture, onSkip, onClose }: LiveCameraProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const [coarse, setCoarse] = useState('')
  const fault = useCamera(video) || coarse
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const shoot = async () => {
    if (!video.current) return
    setTaking(true)
    const picture = await frameOf(video.current)
    setTaking(false)
    if (picture) onPicture(picture)
  }
  const onSeen = ({ videoWidth, videoHeight }: HTMLVideoElement) => {
    if (Math.max(videoWidth, videoHeight) < PHOTO_LIMITS.minLongEdgePx) setCoarse(TOO_COARSE)
    else setReady(true)
  }
  return (
    <dialog ref={dialog} className={styles.camera} aria-label={`取景：${place.title}`} onCancel={onClose}>
      <p className={styles.wanted} role="status">
        <b>{place.title}</b>
        {place.hint}
      </p>
      <div className={styles.view}>
        <video ref={video} autoPlay playsInline muted onLoadedMetadata={(event) => onSeen(event.currentTarget)} />
        <Outline subject={place.subject} className={styles.outline} />
        {fault === '' ? null : (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className={styles.keys}>
        <Button className={styles.key} onClick={onClose}>
          关闭
        </Button>
        <button
          type="button"
          className={styles.shutter}
          aria-label={`拍下${place.title}`}
          disabled={!isReady || isTaking || fault !== ''}
          onClick={() => void shoot()}
        />
        <Button className={styles.key} onClick={onSkip}>
          跳过
        </Button>
      </div>
    </dialog>
  )
}
