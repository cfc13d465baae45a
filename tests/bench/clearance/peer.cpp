/* SPDX-License-Identifier: MIT */
/* OpenCV's distances, behind a C interface. */
#include "peer.h"

#include <opencv2/imgproc.hpp>

void
peer_distances (const unsigned char *picture, int side, float *distances)
{
  cv::Mat from (side, side, CV_8U, const_cast<unsigned char *> (picture)), to (side, side, CV_32F, distances);
  cv::setNumThreads (1);
  cv::distanceTransform (from, to, cv::DIST_L2, cv::DIST_MASK_PRECISE);
}
