import { createContext } from 'react'

/** 0 on the page itself, higher within what `openOverlay` has opened, later ones above earlier ones. */
export const OverlayLayer = createContext(0)
