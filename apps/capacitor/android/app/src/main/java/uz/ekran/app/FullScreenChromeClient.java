package uz.ekran.app;

import android.app.Activity;
import android.content.pm.ActivityInfo;
import android.graphics.Color;
import android.view.View;
import android.view.ViewGroup;
import androidx.core.view.WindowCompat;
import androidx.core.view.WindowInsetsCompat;
import androidx.core.view.WindowInsetsControllerCompat;
import com.getcapacitor.Bridge;
import com.getcapacitor.BridgeWebChromeClient;

/** Capacitor's own client refuses full screen: here the element covers the window, in landscape, without system bars. */
final class FullScreenChromeClient extends BridgeWebChromeClient {

    private final Activity activity;
    private View shown;
    private CustomViewCallback ended;
    private int orientationBefore;

    FullScreenChromeClient(Bridge bridge) {
        super(bridge);
        activity = bridge.getActivity();
    }

    @Override
    public void onShowCustomView(View view, CustomViewCallback callback) {
        if (shown != null) {
            callback.onCustomViewHidden();
            return;
        }
        shown = view;
        ended = callback;
        view.setBackgroundColor(Color.BLACK);
        ViewGroup window = (ViewGroup) activity.getWindow().getDecorView();
        int whole = ViewGroup.LayoutParams.MATCH_PARENT;
        window.addView(view, new ViewGroup.LayoutParams(whole, whole));
        orientationBefore = activity.getRequestedOrientation();
        activity.setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE);
        bars().setSystemBarsBehavior(WindowInsetsControllerCompat.BEHAVIOR_SHOW_TRANSIENT_BARS_BY_SWIPE);
        bars().hide(WindowInsetsCompat.Type.systemBars());
    }

    @Override
    public void onHideCustomView() {
        if (shown == null) return;
        ((ViewGroup) shown.getParent()).removeView(shown);
        shown = null;
        ended.onCustomViewHidden();
        ended = null;
        activity.setRequestedOrientation(orientationBefore);
        bars().show(WindowInsetsCompat.Type.systemBars());
    }

    private WindowInsetsControllerCompat bars() {
        return WindowCompat.getInsetsController(activity.getWindow(), activity.getWindow().getDecorView());
    }
}
