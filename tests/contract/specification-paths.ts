const under = (prefix: string, names: string): string[] => names.split(' ').map((name) => `${prefix}${name}`)

/**
 * The 108 calls of the specification (docs/specification.md §7) in its own spelling and order; the contract must use
 * exactly these paths.
 */
export const SPECIFICATION_PATHS: readonly string[] = [
  ...under('/api_auth/', 'imgCaptcha captchaSend signUp login loginCaptcha loginAffirm logout'),
  ...under('/api/mch/', 'dataDict menu business updatePassword resetPassword captchaSend existPassword city'),
  ...under('/api/role/', 'list info edit del'),
  ...under('/api/emp/', 'list info edit del updateStatus'),
  '/admin/employee/mchOptions',
  ...under('/api/xyAccount/', 'list options remark bind business del re_post_info re_post_set'),
  ...under(
    '/api/yushiorder/v1/order/',
    'list detail delivery close logisticsCompanyList closeReasonList barcodeList addRemark offerRecord export statuslog',
  ),
  ...under('/api/saleorder/v1/order/', 'list detail delivery setDeliveryStock close changePrice export'),
  ...under('/api/refund/v1/', 'list detail detail_yushi confirm_yushi agree refuse confirm remark'),
  '/api/bill/v1/list',
  ...under(
    '/xySaasDetect/detRecord/',
    'addMultiCommodity getMultiDetRecordList getDetectRecordList addDetectRecord getDetRecordDetailsByDetRecordId updateXyUid deleteDetRecord getDetRecordDetails getDetRecordLogList verifyBarCode',
  ),
  ...under(
    '/xySaasDetect/detConfig/',
    'getPropertyInfo getProductInfo productSearch getDetectOptionTpl getExceptionFlag getDetectGradLevel getUploadSign getOnLineXySpuByHsbSpuId MapGrade',
  ),
  ...under(
    '/xySaasDetect/realPhoto/',
    'getRealPhotoInfoByTaskId getDetectRealPhoto copyRealPhoto getRealPhotoInfoByImei useOldRealPhotoInfo',
  ),
  ...under('/xySaasDetectApi/realPhoto/', 'getRealPhotoInfoByDetectNo saveRealPhoto'),
  ...under('/xySaasDetect/defPhoto/', 'getDefPhotoInfoByTaskId reusePhotoRecord'),
  '/xySaasDetect/sealBag/GetSealBagList',
  ...under('/api/address/', 'list info edit del options'),
  ...under(
    '/api/goods/',
    'list operate detail detail/status detail/out_id_map detect_list publish edit query_level_price detect_info_by_batch_version xy_price_range xy_price_rule export_create export_list',
  ),
]
