/** Whether the catalogue has taken a model over that a merchant wrote down. */
export const OWN_MODEL_STATE_LABELS = { own: '自建', merged: '已并入机型库' } as const
